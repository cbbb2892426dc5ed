import { queryOptions } from '@tanstack/react-query'
import { type LetterText, letters } from '#contract/letters.ts'
import { call } from '#web/api/call.ts'
import { forDesk } from '../../session/desk-session.ts'

/** How often letters on their way are looked after, in ms. */
const WHILE_SENDING = 3000

export const lettersQuery = queryOptions({
  queryKey: [letters.list.path],
  queryFn: ({ client }) => forDesk(client, call(letters.list)),
  refetchInterval: ({ state }) => {
    return state.data?.letters.some(({ doneAt }) => doneAt === null) ? WHILE_SENDING : false
  },
})

export const draftQuery = queryOptions({
  queryKey: [letters.draft.path],
  queryFn: ({ client }) => forDesk(client, call(letters.draft)),
  staleTime: 0,
})

export const previewQuery = (letter: LetterText) =>
  queryOptions({
    queryKey: [letters.preview.path, letter],
    queryFn: ({ client }) => forDesk(client, call(letters.preview, { body: letter })),
    enabled: letter.subject.trim() !== '' && letter.body.trim() !== '',
    // What was typed a moment ago is hardly ever typed again.
    gcTime: 60_000,
  })
