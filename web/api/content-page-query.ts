import { queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/pages.ts'

export const contentPageQuery = (slug: string) => queryOptions<Page | null>({ queryKey: ['/api/pages/slug', slug] })
