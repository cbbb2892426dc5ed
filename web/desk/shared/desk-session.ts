import {
  MutationCache,
  QueryCache,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { admin } from '#contract/people/admin.ts'
import { settings } from '#contract/settings/settings.ts'
import { today } from '#contract/today.ts'
import { call, query } from '#web/api/call.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { ApiFailure, sentenceOf } from '#web/api/request.ts'
import { toast } from '#web/ui/toast-store.ts'
import { forgetAllDrafts } from './draft-store.ts'
import { readAgain, toastFailure } from './use-change.ts'

/** `lapsed`: it ended while the desk was open, which waits behind the sign-in with typed text. */
type DeskSession = OutputOf<typeof admin.session> & { lapsed?: true }

const sessionQuery = queryOptions<DeskSession | null>({
  queryKey: [admin.session.path],
  queryFn: readSession,
})

/** Being signed out is an answer, not a failure. */
async function readSession(): Promise<DeskSession | null> {
  try {
    return await call(admin.session)
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 401) return null
    throw failure
  }
}

export type DeskState = 'asking' | 'unreachable' | 'out' | 'in' | 'lapsed'

export function useDeskState(): DeskState {
  const { data, isError, isFetching } = useQuery(sessionQuery)
  if (data) return data.lapsed ? 'lapsed' : 'in'
  if (data === null) return 'out'
  return isError && !isFetching ? 'unreachable' : 'asking'
}

export function usePersonHere(): DeskSession['person'] | null {
  return useQuery({ ...sessionQuery, enabled: false }).data?.person ?? null
}

export function useIsHelper(): boolean {
  return usePersonHere()?.role === 'helper'
}

export function useSessionRefresh(): () => void {
  const client = useQueryClient()
  return () => void client.refetchQueries({ queryKey: sessionQuery.queryKey })
}

/** How long the desk keeps data that isn't shown, in ms. */
const KEPT = 5 * 60_000

/** Notices in every call that the session has ended. */
export function createDeskClient(): QueryClient {
  const onError = (failure: Error) => void lapseAfter(client, failure)
  const onSuccess = () => void readAgain(client, [today.show])
  const client: QueryClient = createQueryClient(undefined, {
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError, onSuccess }),
    gcTime: KEPT,
  })
  return client
}

type SignInOptions = {
  onRefused: (sentence: string) => void
  /** At an open desk that asked for the password again. */
  onAgain: (() => void) | undefined
}

export function useSignIn({ onRefused, onAgain }: SignInOptions) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { password: string; keep?: true }) =>
      standInLine(() => call(admin.login, { body })),
    onSuccess: (session) => {
      const person = { name: 'Farmer', role: 'farmer' } as const
      const opened: DeskSession = { ...session, person, asksAgain: false }
      client.setQueryData(sessionQuery.queryKey, opened)
      if (onAgain) return onAgain()
      toast({ title: 'Login successful', description: 'Welcome to the admin dashboard' })
      refetchAfterSignIn(client)
    },
    onError: (failure) => {
      const sentence = isWrongPassword(failure) ? 'Incorrect password' : sentenceOf(failure)
      toast({ variant: 'destructive', title: 'Access denied', description: sentence })
      onRefused(sentence)
    },
  })
}

/** Refetches what failed, and settings: signed out, they answer only what visitors may read. */
function refetchAfterSignIn(client: QueryClient): void {
  const isPartly = (key: readonly unknown[]) => key[0] === settings.list.path
  void client.refetchQueries({
    predicate: ({ state, queryKey }) => state.status === 'error' || isPartly(queryKey),
  })
}

export function useOpenedDesk(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await client.refetchQueries({ queryKey: sessionQuery.queryKey })
    refetchAfterSignIn(client)
  }
}

export function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: leave,
    onSuccess: () => {
      forgetAllDrafts(new Date())
      client.setQueryData(sessionQuery.queryKey, null)
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== admin.session.path })
      client.getMutationCache().clear()
    },
    onError: (failure) => toastFailure('Still signed in', failure),
  })
}

/** If market-day notes wait on this phone, the stall page sends them first and then signs out. */
async function leave(): Promise<unknown> {
  const { countNotesHere } = await import('./unsent-notes.ts')
  if ((await countNotesHere()) === 0) return call(admin.logout)
  location.assign(`${STALL_PAGE}#sign-out`)
  return new Promise(() => {})
}

/** Refused sign-ins, which don't end an open session. */
const NO_LAPSE: readonly string[] = ['wrong-password', 'passkey-needed', 'passkey-refused']

/** Whether the failure means the session has ended; if so, it shows the sign-in. */
export function lapseAfter(client: QueryClient, failure: unknown): boolean {
  const isLapse =
    failure instanceof ApiFailure &&
    failure.status === 401 &&
    !NO_LAPSE.includes(failure.refusal.code)
  if (isLapse)
    client.setQueryData(
      sessionQuery.queryKey,
      (session) =>
        // A helper has no password, so once the link has ended there is no sign-in.
        session &&
        (session.person.role === 'helper' ? null : { ...session, lapsed: true as const }),
    )
  return isLapse
}

/**
 * While strangers guess passwords, an unknown browser waits in line for longer than one call may
 * take, so it asks once more.
 */
async function standInLine<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (failure) {
    if (failure instanceof Error && failure.name === 'TimeoutError') return call()
    throw failure
  }
}

function isWrongPassword(failure: Error): boolean {
  return (
    failure instanceof ApiFailure &&
    failure.status === 401 &&
    failure.refusal.code !== 'passkey-needed'
  )
}

export function useHasMail(): boolean {
  const notices = useQuery({ ...query(admin.notices), enabled: !useIsHelper() })
  return notices.data?.mailConfigured ?? true
}
