import { useMutation, useQueryClient } from '@tanstack/react-query'
import { recipes } from '#contract/recipes.ts'
import { invalidate } from '#web/api/query.ts'
import { toast } from '#web/ui/toast-store.ts'
import { toastFailure } from '../shared/toast-failure.ts'

type Change<Sent, Answer> = {
  send: (sent: Sent) => Promise<Answer>
  done: string
  failed: string
  /** Called once the toast and the asked-again recipes are on the screen. */
  onDone: (answer: Answer) => void
}

export function useRecipeChange<Sent, Answer>({
  send,
  done,
  failed,
  onDone,
}: Change<Sent, Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer) => {
      toast({ title: done })
      await invalidate(client, recipes.list)
      onDone(answer)
    },
    onError: (failure) => toastFailure(failed, failure),
  })
}
