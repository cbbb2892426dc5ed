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

export type PageTables = {
  pages: PagesTable
  old_page_slugs: { slug: string; page_id: number }
  page_versions: {
    id: Generated<number>
    page_id: number
    title: string
    content: string
    meta_description: string | null
    at: Instant
    device: string | null
    address: string | null
  }
}
