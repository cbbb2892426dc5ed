import { useMutation, useQueryClient } from '@tanstack/react-query'
import { chat, type Question } from '#contract/chat.ts'
import { call } from '#web/api/call.ts'
import { invalidate } from '#web/api/query.ts'
import { toast } from '#web/ui/toast-store.ts'
import { toastFailure } from '../shared/toast-failure.ts'

/** Sends a reply; whatever became of it, the list is read anew, as another tab may have answered. */
export function useReply({ id, email }: Question, onSent: () => void) {
  const client = useQueryClient()
  const again = () => invalidate(client, chat.questions)
  return useMutation({
    mutationFn: (reply: string) =>
      call(chat.reply, { params: { id: String(id) }, body: { reply } }),
    onSuccess: async () => {
      const where = email
        ? `In the chat, and by email to ${email}.`
        : 'In the chat, if it is still open.'
      toast({ title: 'Reply sent', description: where })
      await again()
      onSent()
    },
    onError: (failure) => {
      toastFailure('Reply not sent', failure)
      return again()
    },
  })
}

export function useRemoveQuestion(id: number, onGone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(chat.removeQuestion, { params: { id: String(id) } }),
    onSuccess: async () => {
      toast({ title: 'Question deleted' })
      await invalidate(client, chat.questions)
      onGone()
    },
    onError: (failure) => toastFailure('Not deleted', failure),
  })
}

export function useRemoveQuestions(onGone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: number[]) => call(chat.removeQuestions, { body: { ids } }),
    onSuccess: async ({ removed }) => {
      toast({ title: removed === 1 ? '1 question deleted' : `${removed} questions deleted` })
      await invalidate(client, chat.questions)
      onGone()
    },
    onError: (failure) => toastFailure('Not deleted', failure),
  })
}
