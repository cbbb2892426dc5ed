import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answered } from '#web/api/query.ts'
import { type ToastText, toast } from '#web/ui/toast-store.ts'
import { readAgain } from './read-again.ts'
import { toastFailure } from './toast-failure.ts'

export type Change<Sent, Answer> = {
  send: (sent: Sent) => Promise<Answer>
  done: string | ((answer: Answer) => ToastText)
  failed: string
  refreshes: readonly Answered[]
  /** What is sent holds a password, so it is dropped as soon as the call is over. */
  isSecret?: true
  /** Called at once, before the lists refetch. */
  onDone?: (answer: Answer) => void
  /** Called once the lists on screen are current. */
  onShown?: (answer: Answer) => void
}

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
