import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answered } from '#web/api/query.ts'
import { type ToastText, toast } from '#web/ui/toast-store.ts'
import { readAgain } from './read-again.ts'
import { toastFailure } from './toast-failure.ts'

export type Change<Sent, Answer> = {
  send: (sent: Sent) => Promise<Answer>
  done: string | ((answer: Answer) => ToastText)
  failed: string
  /** What it concerns is asked for again. */
  refreshes: readonly Answered[]
  /** What is sent holds a password: it is kept no longer than it takes. */
  isSecret?: true
  /** Called at once, before the lists are asked for again. */
  onDone?: (answer: Answer) => void
  /** Called once the lists are on the screen as they are now. */
  onShown?: (answer: Answer) => void
}

/** A change made at the desk: a toast says what became of it, and what it concerns is read again. */
export function useChange<Sent, Answer>(change: Change<Sent, Answer>) {
  const { send, done, failed, refreshes, isSecret, onDone, onShown } = change
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    ...(isSecret ? { gcTime: 0 } : {}),
    onSuccess: async (answer) => {
      toast(typeof done === 'string' ? { title: done } : done(answer))
      onDone?.(answer)
      await readAgain(client, refreshes)
      onShown?.(answer)
    },
    onError: (failure) => toastFailure(failed, failure),
  })
}
