import { queryOptions } from '@tanstack/react-query'
import { type LetterText, letters } from '#contract/letters.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'

/** How often letters on their way are looked after, in ms. */
const WHILE_SENDING = 3000

export const lettersQuery = queryOptions({
  ...query(letters.list),
  refetchInterval: ({ state }) => {
    return state.data?.letters.some(({ doneAt }) => doneAt === null) ? WHILE_SENDING : false
  },
})

export const draftQuery = { ...query(letters.draft), staleTime: 0 }

export const previewQuery = (letter: LetterText) =>
  queryOptions({
    queryKey: [letters.preview.path, letter],
    queryFn: () => call(letters.preview, { body: letter }),
    enabled: letter.subject.trim() !== '' && letter.body.trim() !== '',
    // What was typed a moment ago is hardly ever typed again.
    gcTime: 60_000,
  })
