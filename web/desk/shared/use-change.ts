import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answered, invalidate } from '#web/api/call.ts'
import { ApiFailure, sentenceOf } from '#web/api/request.ts'
import { type ToastText, toast } from '#web/ui/toast-store.ts'
import { conflictIn } from './edit-conflict.ts'

export type Change<Sent, Answer> = {
  send: (sent: Sent) => Promise<Answer>
  /** Null where the screen shows the change by itself. */
  done: string | ((answer: Answer, sent: Sent) => ToastText) | null
  failed: string
  refreshes: readonly Answered[]
  /** Somebody else may have done it, so a failure refetches as well. */
  mayBeDone?: true
  /** What is sent contains a password, so it is dropped as soon as the call is over. */
  isSecret?: true
  /** Called right away, before the lists refetch. */
  onDone?: (answer: Answer, sent: Sent) => void
  /** Called once the lists on screen are current. */
  onShown?: (answer: Answer) => void
}

export function useChange<Sent, Answer>(change: Change<Sent, Answer>) {
  const { send, done, failed, refreshes, mayBeDone, isSecret, onDone, onShown } = change
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    ...(isSecret ? { gcTime: 0 } : {}),
    onSuccess: async (answer, sent) => {
      if (done) toast(typeof done === 'string' ? { title: done } : done(answer, sent))
      onDone?.(answer, sent)
      await readAgain(client, refreshes)
      onShown?.(answer)
    },
    onError: (failure) => {
      toastFailure(failed, failure)
      if (mayBeDone) void readAgain(client, refreshes)
    },
  })
}

/**
 * How long a change made here waits for its event on the live connection, in ms, so that both cause
 * one refetch. The shop gathers events for 40 ms.
 */
const OWN_CHANGE = 60

type Reading = {
  due: Set<Answered>
  at: number
  timer: ReturnType<typeof setTimeout>
  done: Promise<void>
  finish(): void
}

const readings = new WeakMap<QueryClient, Reading>()

/** Refetches once for all due within `wait` ms; resolves when the lists on screen are current. */
export function readAgain(
  client: QueryClient,
  endpoints: readonly Answered[],
  wait = OWN_CHANGE,
): Promise<void> {
  const at = Date.now() + wait
  const reading = readings.get(client) ?? begin(client, at)
  for (const endpoint of endpoints) reading.due.add(endpoint)
  if (at < reading.at) {
    clearTimeout(reading.timer)
    reading.at = at
    reading.timer = setTimeout(reading.finish, wait)
  }
  return reading.done
}

function begin(client: QueryClient, at: number): Reading {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const due = new Set<Answered>()
  const finish = () => {
    readings.delete(client)
    invalidate(client, ...due).then(resolve, reject)
  }
  const timer = setTimeout(finish, at - Date.now())
  const reading = { due, at, timer, done: promise, finish }
  readings.set(client, reading)
  return reading
}

const NO_NETWORK = 'No connection; nothing was saved. Please try again once you are online.'
const NO_ANSWER =
  'The shop did not respond in time. Please check whether it was saved before you try again.'

function sentenceOfChange(failure: unknown): string {
  if (failure instanceof ApiFailure) return sentenceOf(failure)
  return failure instanceof DOMException && failure.name === 'TimeoutError' ? NO_ANSWER : NO_NETWORK
}

export function toastFailure(title: string, failure: unknown): void {
  if (failure instanceof Error && conflictIn(failure).size > 0) return
  toast({ variant: 'destructive', title, description: sentenceOfChange(failure) })
}
