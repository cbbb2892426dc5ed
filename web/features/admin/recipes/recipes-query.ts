import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { recipes } from '#contract/recipes.ts'
import { call } from '#web/api/call.ts'
import { toast } from '#web/ui/toast-store.ts'
import { sayFailure } from '../say-failure.ts'
import { forDesk } from '../session/desk-session.ts'

export const recipesQuery = queryOptions({
  queryKey: [recipes.list.path],
  queryFn: ({ client }) => forDesk(client, call(recipes.list)),
})

type Change<Sent, Answer> = {
  ask: (sent: Sent) => Promise<Answer>
  done: string
  failed: string
  /** Called once the toast and the asked-again recipes are on the screen. */
  onDone: (answer: Answer) => void
}

export function useRecipeChange<Sent, Answer>({ ask, done, failed, onDone }: Change<Sent, Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sent: Sent) => forDesk(client, ask(sent)),
    onSuccess: async (answer) => {
      toast({ title: done })
      await client.invalidateQueries({ queryKey: recipesQuery.queryKey })
      onDone(answer)
    },
    onError: (failure) => sayFailure(failed, failure),
  })
}
