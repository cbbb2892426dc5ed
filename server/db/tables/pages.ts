import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

export type PagesTable = {
  id: Generated<number>
  title: string
  slug: string
  content: string
  meta_description: string | null
  is_active: boolean
  created_at: Instant
  updated_at: Instant
}

export type OldPageSlugsTable = { slug: string; page_id: number }

export type PageTables = {
  pages: PagesTable
  old_page_slugs: OldPageSlugsTable
}
