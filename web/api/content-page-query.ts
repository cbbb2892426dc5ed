import { queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/pages.ts'

/** A content page by its slug; null when there is none. */
export const contentPageQuery = (slug: string) => queryOptions<Page | null>({ queryKey: ['/api/pages/slug', slug] })
