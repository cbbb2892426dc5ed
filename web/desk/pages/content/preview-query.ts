import { queryOptions } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import { call } from '#web/api/call.ts'

export const previewQuery = (content: string) =>
  queryOptions({
    queryKey: [pages.preview.path, content],
    queryFn: () => call(pages.preview, { body: { content } }),
    // What was typed a moment ago is hardly ever typed again.
    gcTime: 60_000,
  })
