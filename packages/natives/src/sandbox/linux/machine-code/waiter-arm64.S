// The same as waiter-x64.S.
	.globl _start
_start:
	add	x19, sp, 8			// argv
	mov	x8, 167				// prctl(PR_SET_NAME, "omp-box")
	mov	x0, 15
	adr	x1, name
	svc	0
	ldr	x1, [x19, 8]
	sub	sp, sp, 256
	cbz	x1, hold
	mov	x20, 0				// x20: the child
	mov	x9, 10
1:	ldrb	w0, [x1], 1
	cbz	w0, 2f
	sub	w0, w0, 48
	madd	x20, x20, x9, x0
	b	1b
2:	mov	x0, -1				// [sp]: all signals, taken by rt_sigtimedwait alone
	str	x0, [sp]
	mov	x0, 0
	bl	mask
reap:	mov	x8, 260				// wait4(-1, &status, WNOHANG, 0)
	mov	x0, -1
	add	x1, sp, 8
	mov	x2, 1
	mov	x3, 0
	svc	0
	cmp	x0, x20
	b.eq	ended
	cmp	x0, 0
	b.gt	reap
	cmn	x0, 10				// ECHILD
	mov	x0, 125
	b.eq	exit
next:	mov	x8, 137				// rt_sigtimedwait(&all, &info, 0, 8)
	mov	x0, sp
	add	x1, sp, 16
	mov	x2, 0
	mov	x3, 8
	svc	0
	cmp	x0, 17				// SIGCHLD
	b.eq	reap
	cmp	x0, 0
	b.le	next
	mov	x1, x0
	mov	x0, x20
	ldr	w2, [sp, 24]			// si_code: those of a terminal reach the whole group
	cmp	w2, 0
	b.le	send
	sub	w2, w1, 20			// SIGTSTP, SIGTTIN, SIGTTOU: stop, too
	cmp	w2, 2
	b.hi	next
	mov	x8, 172				// getpid
	svc	0
	mov	x1, 19				// SIGSTOP
send:	mov	x8, 129				// kill
	svc	0
	b	next
ended:	ldr	w21, [sp, 8]
	ubfx	w0, w21, 8, 8
	ands	w21, w21, 0x7f
	b.eq	exit
	mov	x8, 167				// prctl(PR_SET_DUMPABLE, 0): no core file of this one
	mov	x0, 4
	mov	x1, 0
	svc	0
	mov	x8, 134				// rt_sigaction(signal, default)
	mov	w0, w21
	add	x1, sp, 16
	stp	xzr, xzr, [x1]
	stp	xzr, xzr, [x1, 16]
	mov	x2, 0
	mov	x3, 8
	svc	0
	mov	x0, 1				// SIG_UNBLOCK
	bl	mask
	mov	x8, 172				// getpid
	svc	0
	mov	w1, w21
	mov	x8, 129				// kill
	svc	0
	add	w0, w21, 128
exit:	mov	x8, 94
	svc	0
mask:	mov	x8, 135				// rt_sigprocmask(x0, &all, 0, 8)
	mov	x1, sp
	mov	x2, 0
	mov	x3, 8
	svc	0
	ret
hold:	mov	x8, 167				// prctl(PR_SET_DUMPABLE, 0)
	mov	x0, 4
	mov	x1, 0
	svc	0
	mov	x0, 3				// { fd 3, POLLIN }
	movk	x0, 1, lsl 32
	str	x0, [sp]
1:	mov	x8, 73				// ppoll(&it, 1, 0, 0, 8)
	mov	x0, sp
	mov	x1, 1
	mov	x2, 0
	mov	x3, 0
	mov	x4, 8
	svc	0
	cmn	x0, 4				// EINTR
	b.eq	1b
	mov	x0, 0
	b	exit
name:	.asciz	"omp-box"
