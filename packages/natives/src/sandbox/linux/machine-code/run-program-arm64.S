// The same as run-program-x64.S.
	stp	x29, x30, [sp, -96]!
	stp	x19, x20, [sp, 16]
	stp	x21, x22, [sp, 32]
	mov	x19, x0				// x19: the step
	mov	x20, x0				// x20: the first step
	mov	x21, x1				// x21: the values
	mov	x22, -1				// x22: where errors are written to
step:	ldr	x9, [x19, 56]
	mov	x10, 0
	add	x11, x19, 8
	add	x12, sp, 48			// the arguments of the step
1:	ldr	x0, [x11, x10, lsl 3]
	lsr	x13, x9, x10
	tbz	x13, 0, 2f
	ldr	x0, [x21, x0, lsl 3]
2:	str	x0, [x12, x10, lsl 3]
	add	x10, x10, 1
	cmp	x10, 6
	b.lo	1b
	ldr	x8, [x19]
	tbnz	x8, 63, special
	ldp	x0, x1, [sp, 48]
	ldp	x2, x3, [sp, 64]
	ldp	x4, x5, [sp, 80]
	svc	0
	cmn	x0, 4				// EINTR
	b.eq	step
	cmn	x0, 4095
	b.hs	failed
	ldr	x9, [x19, 64]
	tbnz	x9, 63, next
	str	x0, [x21, x9, lsl 3]
next:	add	x19, x19, 80
	b	step
failed:	ldr	x9, [x19, 72]
	cmn	x9, 2				// ignored
	b.eq	next
	tbz	x9, 63, jump
	neg	x0, x0
	str	x0, [x21, 8]
	sub	x0, x19, x20
	mov	x10, 80
	udiv	x0, x0, x10
	str	x0, [x21]
	mov	x0, -1
	tbnz	x22, 63, return
	mov	x0, x22				// write(descriptor, values, 16)
	mov	x1, x21
	mov	x2, 16
	mov	x8, 64
	svc	0
	mov	x0, 125
	mov	x8, 94				// exit_group(125)
	svc	0
special:
	adds	x8, x8, 1			// -1: the end
	mov	x0, 0
	b.eq	return
	adds	x8, x8, 1			// -2: jump unless zero
	b.eq	1f
	ldr	x22, [sp, 48]			// -3: report errors
	b	next
1:	ldp	x0, x9, [sp, 48]
	cbz	x0, next
jump:	mov	x10, 80
	madd	x19, x9, x10, x20
	b	step
return:	ldp	x19, x20, [sp, 16]
	ldp	x21, x22, [sp, 32]
	ldp	x29, x30, [sp], 96
	ret
