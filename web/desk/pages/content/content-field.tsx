import { useId } from 'react'
import { buttonLook } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RemovedNames } from '../removed-note.tsx'
import { HtmlView } from './html-view.tsx'
import { useWriting, type View, type WritingNote } from './use-writing.ts'

type ContentFieldProps = {
  value: string
  error: string | undefined
  onChange: (content: string) => void
}

export function ContentField({ value, error, onChange }: ContentFieldProps) {
  const id = useId()
  const { view, note, VisualEditor, isSwitching, showVisual, showHtml } = useWriting(
    value,
    onChange,
  )
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
        <ViewSwitch view={view} isSwitching={isSwitching} onVisual={showVisual} onHtml={showHtml} />
      </div>
      <p
        role="status"
        className={note ? 'rounded-xl bg-yolk-pale px-4 py-2.5 text-[0.9375rem]' : 'sr-only'}
      >
        {note && <NoteText note={note} />}
      </p>
      {error && (
        <p id={`${id}-error`} className="text-[0.9375rem] font-semibold text-beet">
          {error}
        </p>
      )}
      {view === 'on its way' && <Skeleton className="h-80 w-full rounded-xl" />}
      {view === 'html' && <HtmlView wiring={wiring} value={value} onChange={onChange} />}
      {view === 'visual' && VisualEditor && (
        <VisualEditor wiring={wiring} value={value} onChange={onChange} />
      )}
    </div>
  )
}

type ViewSwitchProps = {
  view: View
  isSwitching: boolean
  onVisual: () => void
  onHtml: () => void
}

function ViewSwitch({ view, isSwitching, onVisual, onHtml }: ViewSwitchProps) {
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
        onClick={onVisual}
        className={look}
      >
        Visual
      </button>
      <button type="button" aria-pressed={view === 'html'} onClick={onHtml} className={look}>
        HTML
      </button>
    </fieldset>
  )
}

function NoteText({ note }: { note: WritingNote }) {
  if (note.kind === 'failed') return <>The visual editor could not be opened. {note.sentence}</>
  if (note.kind === 'removed') {
    return (
      <>
        Left out because pages cannot contain it: <RemovedNames names={note.names} />.
      </>
    )
  }
  if (note.names.length === 0)
    return <>The visual editor would change this page. So that nothing is lost, it stays in HTML.</>
  return (
    <>
      The visual editor does not support <RemovedNames names={note.names} />. So that nothing is
      lost, this page stays in HTML.
    </>
  )
}
