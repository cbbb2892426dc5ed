import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#web/api/request.ts'
import { previewQuery } from './html-view.tsx'

export type View = 'on its way' | 'visual' | 'html'

export type WritingNote =
  | { kind: 'lost'; names: readonly string[] }
  | { kind: 'removed'; names: readonly string[] }
  | { kind: 'failed'; sentence: string }

type Choice = { view: 'visual' | 'html'; note: WritingNote | null }

/**
 * Which view the content stands in. It opens in the visual one if that can hold all of it; a change to it goes by what
 * the shop would keep, and is not made when the editor would lose any of that.
 */
export function useWriting(value: string, onChange: (content: string) => void) {
  const client = useQueryClient()
  const code = useQuery(editorCodeQuery)
  const [opened] = useState(value)
  const [chosen, choose] = useState<Choice>()
  const toVisual = useMutation({
    mutationFn: async () => ({
      code: await client.fetchQuery(editorCodeQuery),
      cleaned: await client.fetchQuery(previewQuery(value)),
    }),
    onSuccess: ({ code: { findLost }, cleaned: { html, removed } }) => {
      const names = findLost(html)
      if (names) return choose({ view: 'html', note: { kind: 'lost', names } })
      onChange(html)
      choose({
        view: 'visual',
        note: removed.length > 0 ? { kind: 'removed', names: removed } : null,
      })
    },
    onError: (failure) =>
      choose({ view: 'html', note: { kind: 'failed', sentence: sentenceOf(failure) } }),
  })
  const firstChoice = (): Choice | null => {
    if (code.error)
      return { view: 'html', note: { kind: 'failed', sentence: 'Its code could not be loaded.' } }
    const lost = code.data?.findLost(opened)
    if (lost === undefined) return null
    return lost
      ? { view: 'html', note: { kind: 'lost', names: lost } }
      : { view: 'visual', note: null }
  }
  const { view, note } = chosen ?? firstChoice() ?? { view: 'on its way' as const, note: null }
  return {
    view,
    note,
    VisualEditor: code.data?.VisualEditor,
    isSwitching: toVisual.isPending,
    showVisual: () => view === 'html' && toVisual.mutate(),
    showHtml: () => choose({ view: 'html', note: null }),
  }
}

const editorCodeQuery = queryOptions({
  queryKey: ['the visual editor'],
  queryFn: async () => {
    const [{ VisualEditor }, { findLostMarkup: findLost }] = await Promise.all([
      import('./visual-editor.tsx'),
      import('./lost-markup.ts'),
    ])
    return { VisualEditor, findLost }
  },
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})
