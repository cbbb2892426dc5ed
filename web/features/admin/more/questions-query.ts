import { queryOptions } from '@tanstack/react-query'
import { chat } from '#contract/chat.ts'
import { call } from '#web/api/call.ts'
import { forDesk } from '../session/desk-session.ts'

export const questionsQuery = queryOptions({
  queryKey: [chat.questions.path],
  queryFn: ({ client }) => forDesk(client, call(chat.questions)),
})
