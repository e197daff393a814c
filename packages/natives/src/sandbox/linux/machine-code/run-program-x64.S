# long run(struct step *steps, long *values): goes through a list of system calls; see program.ts. After a fork nothing else runs.
# Returns 0 at the end, and -1 when a step failed, which values[0] (its index) and values[1] (errno) describe.
# A step: operation, six arguments, bits of those that are slots, slot of the result, what an error does.
	push	%rbx
	push	%rbp
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	sub	$48, %rsp			# the arguments of the step
	mov	%rdi, %rbx			# rbx: the step
	mov	%rdi, %r12			# r12: the first step
	mov	%rsi, %r13			# r13: the values
	mov	$-1, %r14			# r14: where errors are written to
step:	mov	56(%rbx), %r15
	xor	%ecx, %ecx
1:	mov	8(%rbx,%rcx,8), %rax
	bt	%rcx, %r15
	jnc	2f
	mov	(%r13,%rax,8), %rax
2:	mov	%rax, (%rsp,%rcx,8)
	inc	%ecx
	cmp	$6, %ecx
	jb	1b
	mov	(%rbx), %rax
	test	%rax, %rax
	js	special
	mov	(%rsp), %rdi
	mov	8(%rsp), %rsi
	mov	16(%rsp), %rdx
	mov	24(%rsp), %r10
	mov	32(%rsp), %r8
	mov	40(%rsp), %r9
	syscall
	cmp	$-4, %rax			# EINTR
	je	step
	cmp	$-4095, %rax
	jae	failed
	mov	64(%rbx), %rcx
	test	%rcx, %rcx
	js	next
	mov	%rax, (%r13,%rcx,8)
next:	add	$80, %rbx
	jmp	step
failed:	mov	72(%rbx), %rcx
	cmp	$-2, %rcx			# ignored
	je	next
	test	%rcx, %rcx
	jns	jump
	neg	%rax
	mov	%rax, 8(%r13)
	mov	%rbx, %rax
	sub	%r12, %rax
	xor	%edx, %edx
	mov	$80, %ecx
	div	%rcx
	mov	%rax, (%r13)
	mov	$-1, %rax
	test	%r14, %r14
	js	return
	mov	%r14, %rdi			# write(descriptor, values, 16)
	mov	%r13, %rsi
	mov	$16, %edx
	mov	$1, %eax
	syscall
	mov	$125, %edi
	mov	$231, %eax			# exit_group(125)
	syscall
special:
	inc	%rax				# -1: the end
	jz	return
	inc	%rax				# -2: jump unless zero
	jz	1f
	mov	(%rsp), %r14			# -3: report errors
	jmp	next
1:	cmpq	$0, (%rsp)
	je	next
	mov	8(%rsp), %rcx
jump:	imul	$80, %rcx, %rcx
	lea	(%r12,%rcx), %rbx
	jmp	step
return:	add	$48, %rsp
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbp
	pop	%rbx
	ret
