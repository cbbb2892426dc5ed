import type { HistoryLabels } from '../shared/format-entry.ts'

export const PAGE_HISTORY_LABELS: HistoryLabels = {
  title: { label: 'Title' },
  slug: { label: 'Slug' },
  content: { label: 'Content' },
  metaDescription: { label: 'Meta description' },
  isActive: { label: 'Published' },
}
