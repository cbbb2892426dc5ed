import { ApiFailure, sentenceOf } from '#web/api/request.ts'
import { toast } from '#web/ui/toast-store.ts'
import { conflictIn } from './edit-conflict.ts'

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
