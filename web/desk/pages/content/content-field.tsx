import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { sentenceOf } from '#web/api/request.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RemovedNames } from '../removed-note.tsx'
import { HtmlView, previewQuery } from './html-view.tsx'

type ContentFieldProps = {
  value: string
  error: string | undefined
  onChange: (content: string) => void
}

export function ContentField({ value, error, onChange }: ContentFieldProps) {
  const id = useId()
  const { note, VisualEditor, ...views } = useWriting(value, onChange)
  const { view } = views
  const wiring = {
    'aria-labelledby': `${id}-label`,
    'aria-describedby': error ? `${id}-error` : undefined,
    'aria-invalid': error ? (true as const) : undefined,
  }
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <span id={`${id}-label`} className="font-semibold">
          Content
        </span>
        <ViewSwitch {...views} />
      </div>
      <p
        role="status"
        className={note ? 'rounded-xl bg-yolk-pale px-4 py-2.5 text-[0.9375rem]' : 'sr-only'}
      >
        {note}
      </p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {view === 'on its way' && <Skeleton className="h-80 w-full rounded-xl" />}
      {view === 'html' && <HtmlView wiring={wiring} value={value} onChange={onChange} />}
      {view === 'visual' && VisualEditor && (
        <VisualEditor wiring={wiring} value={value} onChange={onChange} />
      )}
    </div>
  )
}

type ViewSwitchProps = Omit<ReturnType<typeof useWriting>, 'note' | 'VisualEditor'>

function ViewSwitch({ view, isSwitching, showVisual, showHtml }: ViewSwitchProps) {
  const look = buttonLook(
    { variant: 'plain', size: 'sm' },
    'aria-pressed:bg-sprout aria-pressed:text-leaf-deep',
  )
  return (
    <fieldset className="flex">
      <legend className="sr-only">Write it</legend>
      <button
        type="button"
        aria-pressed={view === 'visual'}
        aria-busy={isSwitching || undefined}
        onClick={showVisual}
        className={look}
      >
        Visual
      </button>
      <button type="button" aria-pressed={view === 'html'} onClick={showHtml} className={look}>
        HTML
      </button>
    </fieldset>
  )
}

const failed = (sentence: string) => `The visual editor could not be opened. ${sentence}`

const leftOut = (names: readonly string[]) => (
  <>
    Left out because pages cannot contain it: <RemovedNames names={names} />.
  </>
)

function unsupported(names: readonly string[]) {
  if (names.length === 0)
    return 'The visual editor would change this page. So that nothing is lost, it stays in HTML.'
  return (
    <>
      The visual editor does not support <RemovedNames names={names} />. So that nothing is lost,
      this page stays in HTML.
    </>
  )
}

type Choice = { view: 'visual' | 'html'; note: ReactNode }

/**
 * Opens in the visual view if that can hold all the content. Switching there uses what the shop
 * would keep, and is refused when the editor would lose any of it.
 */
function useWriting(value: string, onChange: (content: string) => void) {
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
      if (names) return choose({ view: 'html', note: unsupported(names) })
      onChange(html)
      choose({ view: 'visual', note: removed.length > 0 && leftOut(removed) })
    },
    onError: (failure) => choose({ view: 'html', note: failed(sentenceOf(failure)) }),
  })
  const firstChoice = (): Choice | null => {
    if (code.error) return { view: 'html', note: failed('Its code could not be loaded.') }
    const lost = code.data?.findLost(opened)
    if (lost === undefined) return null
    return lost ? { view: 'html', note: unsupported(lost) } : { view: 'visual', note: null }
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
