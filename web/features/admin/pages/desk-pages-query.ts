import { queryOptions } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import { call } from '#web/api/call.ts'
import { forDesk } from '../session/desk-session.ts'

export const deskPagesQuery = queryOptions({
  queryKey: [pages.list.path],
  queryFn: ({ client }) => forDesk(client, call(pages.list)),
})
