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

type OldPageSlugsTable = { slug: string; page_id: number }

type PageVersionsTable = {
  id: Generated<number>
  page_id: number
  title: string
  content: string
  meta_description: string | null
  at: Instant
  device: string | null
  address: string | null
}

export type PageTables = {
  pages: PagesTable
  old_page_slugs: OldPageSlugsTable
  page_versions: PageVersionsTable
}
