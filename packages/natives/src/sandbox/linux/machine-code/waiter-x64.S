# What waits while a boxed program runs: a few hundred bytes, where Bun would keep 10 MB. Assembled into machine-code.data.ts.
#   waiter PID  passes signals on to its child PID, and ends as that ends.
#   waiter      waits until the process behind the pidfd 3 has ended. As pid 1 of a namespace it takes everything there with it.
	.globl _start
_start:
	lea	8(%rsp), %rbx			# argv
	mov	$157, %eax			# prctl(PR_SET_NAME, "omp-box")
	mov	$15, %edi
	lea	name(%rip), %rsi
	syscall
	mov	8(%rbx), %rsi
	sub	$256, %rsp
	test	%rsi, %rsi
	jz	hold
	xor	%r12d, %r12d			# r12: the child
1:	movzbl	(%rsi), %eax
	test	%eax, %eax
	jz	2f
	imul	$10, %r12, %r12
	lea	-48(%r12,%rax), %r12
	inc	%rsi
	jmp	1b
2:	movq	$-1, (%rsp)			# (%rsp): all signals, taken by rt_sigtimedwait alone
	xor	%edi, %edi
	call	mask
reap:	mov	$61, %eax			# wait4(-1, &status, WNOHANG, 0)
	mov	$-1, %rdi
	lea	8(%rsp), %rsi
	mov	$1, %edx
	xor	%r10d, %r10d
	syscall
	cmp	%r12, %rax
	je	ended
	test	%rax, %rax
	jg	reap
	cmp	$-10, %rax			# ECHILD
	mov	$125, %edi
	je	exit
next:	mov	$128, %eax			# rt_sigtimedwait(&all, &info, 0, 8)
	mov	%rsp, %rdi
	lea	16(%rsp), %rsi
	xor	%edx, %edx
	mov	$8, %r10d
	syscall
	cmp	$17, %rax			# SIGCHLD
	je	reap
	test	%rax, %rax
	jle	next
	mov	%rax, %rsi
	mov	%r12, %rdi
	cmpl	$0, 24(%rsp)			# si_code: those of a terminal reach the whole group
	jle	send
	lea	-20(%rax), %eax			# SIGTSTP, SIGTTIN, SIGTTOU: stop, too
	cmp	$2, %eax
	ja	next
	mov	$19, %esi			# SIGSTOP
	call	self
send:	mov	$62, %eax			# kill
	syscall
	jmp	next
ended:	mov	8(%rsp), %r13d
	movzbl	9(%rsp), %edi
	and	$0x7f, %r13d
	jz	exit
	mov	$157, %eax			# prctl(PR_SET_DUMPABLE, 0): no core file of this one
	mov	$4, %edi
	xor	%esi, %esi
	syscall
	mov	%r13d, %edi			# rt_sigaction(signal, default)
	lea	16(%rsp), %rsi
	movq	$0, (%rsi)
	movq	$0, 8(%rsi)
	movq	$0, 16(%rsi)
	movq	$0, 24(%rsi)
	xor	%edx, %edx
	mov	$8, %r10d
	mov	$13, %eax
	syscall
	mov	$1, %edi			# SIG_UNBLOCK
	call	mask
	call	self
	mov	%r13d, %esi
	mov	$62, %eax
	syscall
	lea	128(%r13), %edi
exit:	mov	$231, %eax
	syscall
mask:	mov	$14, %eax			# rt_sigprocmask(edi, &all, 0, 8)
	lea	8(%rsp), %rsi
	xor	%edx, %edx
	mov	$8, %r10d
	syscall
	ret
self:	mov	$39, %eax			# getpid
	syscall
	mov	%eax, %edi
	ret
hold:	mov	$157, %eax			# prctl(PR_SET_DUMPABLE, 0)
	mov	$4, %edi
	xor	%esi, %esi
	syscall
	movq	$0x100000003, %rax		# { fd 3, POLLIN }
	mov	%rax, (%rsp)
1:	mov	$7, %eax			# poll(&it, 1, -1)
	mov	%rsp, %rdi
	mov	$1, %esi
	mov	$-1, %edx
	syscall
	xor	%edi, %edi
	test	%eax, %eax
	jg	exit
	cmp	$-4, %eax			# EINTR
	je	1b
	jmp	exit
name:	.asciz	"omp-box"
