import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AdminSession, admin } from '#contract/admin.ts'
import { ApiFailure, call, sentenceOf } from '#web/api/call.ts'
import { toast } from '#web/ui/toast-store.ts'

/** A session that lapsed while the desk was open keeps the desk behind the gate, with what was typed. */
type DeskSession = AdminSession & { lapsed?: true }

const sessionQuery = queryOptions<DeskSession | null>({
  queryKey: [admin.session.path],
  meta: { on401: 'null' },
})

/** Where the desk stands: still asking, no answer, signed out, signed in, or signed in until a moment ago. */
export type DeskState = 'asking' | 'unreachable' | 'out' | 'in' | 'lapsed'

export function useDeskState(): DeskState {
  const { data, isError, isFetching } = useQuery(sessionQuery)
  if (data) return data.lapsed ? 'lapsed' : 'in'
  if (data === null) return 'out'
  return isError && !isFetching ? 'unreachable' : 'asking'
}

/** Asks again who is signed in. */
export function useAskAgain(): () => void {
  const client = useQueryClient()
  return () => void client.refetchQueries({ queryKey: sessionQuery.queryKey })
}

/** Passes on the shop's answer to the desk; when it says that nobody is signed in, the gate comes back. */
export async function forDesk<Answer>(client: QueryClient, asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 401) lapse(client)
    throw failure
  }
}

/** Opens the desk with the password; what failed while it was locked is asked again. */
export function useSignIn({ onRefused }: { onRefused: (sentence: string) => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => call(admin.login, { body: { password } }),
    onSuccess: (session) => {
      client.setQueryData(sessionQuery.queryKey, session)
      toast({ title: 'Login successful', description: 'Welcome to the admin dashboard' })
      void client.refetchQueries({ predicate: (query) => query.state.status === 'error' })
    },
    onError: (failure) => {
      const sentence = isWrongPassword(failure) ? 'Incorrect password' : sentenceOf(failure)
      toast({ variant: 'destructive', title: 'Access denied', description: sentence })
      onRefused(sentence)
    },
  })
}

/** Closes the desk and forgets everything it had loaded. */
export function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(admin.logout),
    onSuccess: () => {
      client.setQueryData(sessionQuery.queryKey, null)
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== admin.session.path })
      client.getMutationCache().clear()
    },
    onError: (failure) => {
      toast({ variant: 'destructive', title: 'Still signed in', description: sentenceOf(failure) })
    },
  })
}

function lapse(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, lapsed: true as const })
}

function isWrongPassword(failure: Error): boolean {
  return failure instanceof ApiFailure && failure.status === 401
}
