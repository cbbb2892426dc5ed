import type { Page } from '#contract/pages.ts'
import type { PageRow } from './page-queries.ts'
import { sanitizePage } from './sanitize-page.ts'

/** A stored page as it may be shown: its HTML is kept to the allow-list once more, whoever wrote the row. */
export async function showPage(row: PageRow): Promise<Page> {
  const { meta_description, is_active, created_at, updated_at, ...same } = row
  const { html } = await sanitizePage(row.content)
  return {
    ...same,
    content: html,
    metaDescription: meta_description,
    isActive: is_active,
    createdAt: created_at,
    updatedAt: updated_at,
  }
}
