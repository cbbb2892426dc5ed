import { queryOptions } from '@tanstack/react-query'
import type { PageLink } from '#contract/pages.ts'

/** The published pages; null when they could not be loaded. */
export const pageLinksQuery = queryOptions<readonly PageLink[] | null>({
  queryKey: ['/api/pages/links'],
  meta: { onFailure: 'null' },
})
