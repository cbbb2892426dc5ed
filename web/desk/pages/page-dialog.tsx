import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import {
  PAGE_FIELDS,
  type Page,
  type PageVersion,
  pageDraft,
  pages,
  type SavedPage,
} from '#contract/pages/pages.ts'
import { MAX_SLUG_LENGTH } from '#contract/pages/slug.ts'
import { call, query } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field, inputLook } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { currentHash } from '#web/ui/use-hash.ts'
import { PartFailed } from '../shared/card.tsx'
import { DialogAt, type DialogProps, openDialog } from '../shared/dialog-at.tsx'
import { changeOf } from '../shared/edit-conflict.ts'
import { type FieldErrors, type Saving, useEditForm } from '../shared/edit-form.ts'
import { EditDialog, FormField, fieldsOf, historyOf } from '../shared/form-fields.tsx'
import { History } from '../shared/history.tsx'
import { later } from '../shared/lazy-part.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { ContentField } from './content/content-field.tsx'
import { comingSlug, formatSaver, openedPage, readPage, type TypedPage } from './page-draft.ts'

type PageDialogProps = DialogProps & { page: Page | null; onSaved: (page: SavedPage) => void }

export function PageDialog({ page, onSaved, ...dialog }: PageDialogProps) {
  const [chosenCount, setChosenCount] = useState(0)
  const done = (saved: SavedPage) => {
    onSaved(saved)
    dialog.onClose()
  }
  const edit = useEditForm({
    first: openedPage(page),
    read: readPage,
    check: pageDraft.safeParse,
    save: useSavePage(page, done),
  })
  const { typed, setTyped, errors, isTouched, question } = edit
  const onSave = (chosen: typeof typed) => {
    setChosenCount((count) => count + 1)
    question.onSave(chosen)
  }
  return (
    <EditDialog
      {...dialog}
      title={page ? 'Edit Page' : 'Create Page'}
      shape="wide"
      edit={{ ...edit, question: { ...question, onSave } }}
      fields={PAGE_FIELDS}
      formats={{ isActive: (isActive) => (isActive ? 'Published' : 'Draft') }}
      save={page ? 'Save Changes' : 'Create Page'}
      below={
        page && (
          <>
            <PageVersions page={page} isTouched={isTouched} onSaved={done} />
            <History subject="page" id={page.id} labels={historyOf(PAGE_FIELDS)} className="mt-6" />
          </>
        )
      }
    >
      <PageFields
        // The editor reads its content once; a new key restarts it with the chosen version.
        key={chosenCount}
        page={page}
        typed={typed}
        errors={errors}
        onType={(change) => setTyped((before) => ({ ...before, ...change }))}
      />
    </EditDialog>
  )
}

function useSavePage(opened: Page | null, onDone: (page: SavedPage) => void) {
  return useChange({
    send: ({ draft, loaded }: Saving<ReturnType<typeof readPage>>): Promise<SavedPage> => {
      if (opened)
        return call(pages.update, { params: { id: opened.id }, body: changeOf(loaded, draft) })
      // The shop publishes a new page; only an existing one has a switch for it.
      const { isActive: _, ...body } = draft
      return call(pages.create, { body })
    },
    done: opened ? 'Page updated' : 'Page created',
    failed: opened ? 'Error updating page' : 'Error creating page',
    refreshes: [pages.list],
    onDone,
  })
}

type PageFieldsProps = {
  page: Page | null
  typed: TypedPage
  errors: FieldErrors
  onType: (change: Partial<TypedPage>) => void
}

function PageFields({ page, typed, errors, onType }: PageFieldsProps) {
  const field = fieldsOf(PAGE_FIELDS, { typed, onType, errors })
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 md:grid-cols-2 md:gap-x-4">
        <FormField {...field('title')} />
        <SlugField
          page={page}
          typed={typed}
          error={errors.slug}
          onSlug={(slug) => onType({ slug })}
        />
      </div>
      <FormField
        {...field('metaDescription')}
        hint="One sentence under the title; search engines and shared links show it too."
      />
      {page && (
        <div className="flex items-center justify-between gap-4 rounded-2xl border border-straw bg-paper px-4 py-3">
          <div>
            <p className="font-semibold">Published</p>
            <p className="text-[0.9375rem] text-bark-deep">
              {typed.isActive
                ? 'Everyone can read it; it is linked at the bottom of the shop.'
                : 'A draft: only you can read it, while you are signed in.'}
            </p>
          </div>
          <Switch
            label="Published"
            checked={typed.isActive}
            onChange={(isActive) => onType({ isActive })}
          />
        </div>
      )}
      <ContentField
        value={typed.content}
        error={errors.content}
        onChange={(content) => onType({ content })}
      />
    </div>
  )
}

type SlugFieldProps = {
  page: Page | null
  typed: TypedPage
  error: string | undefined
  onSlug: (slug: string | null) => void
}

/** Follows the title until the farmer writes another; once emptied, it follows the title again. */
function SlugField({ page, typed, error, onSlug }: SlugFieldProps) {
  const { data = [] } = useQuery(query(pages.list))
  const others = data.filter(({ id }) => id !== page?.id)
  const shown = comingSlug(typed, new Set(others.map(({ slug }) => slug)))
  return (
    <Field label="Slug" error={error} hint={hintFor(typed, shown, page)}>
      {(wiring) => (
        <span className="flex items-center rounded-xl border-[1.5px] border-bark bg-field focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-leaf has-aria-invalid:border-beet">
          <span aria-hidden="true" className="pl-3.5 text-base text-bark-deep">
            /pages/
          </span>
          <input
            {...wiring}
            name="slug"
            maxLength={MAX_SLUG_LENGTH}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={shown}
            onChange={(event) => onSlug(event.target.value.trim().toLowerCase())}
            onBlur={() => typed.slug === '' && onSlug(null)}
            className={classNames('h-11.5 min-w-0 pr-3.5 pl-0.5', BARE)}
          />
        </span>
      )}
    </Field>
  )
}

const BARE = inputLook
  .replace(/ (?:rounded-xl|border-\S+|px-3\.5|bg-field|aria-\S+)/g, '')
  .concat(' outline-none')

function hintFor(typed: TypedPage, shown: string, page: Page | null): string {
  if (page && typed.slug !== null && typed.slug !== page.slug)
    return 'The old address will lead to the new one.'
  if (typed.slug === null && shown === '' && typed.title.trim() !== '')
    return 'This title has no letters for an address, so the page gets a number, such as page-7.'
  return typed.slug === null ? 'Made from the title.' : 'The page’s address in the shop.'
}

const VersionDialog = later(() => import('./version-dialog.tsx').then((code) => code.VersionDialog))

type PageVersionsProps = {
  page: Page
  /** Whether bringing one back would lose what was typed. */
  isTouched: () => boolean
  onSaved: (page: SavedPage) => void
}

function PageVersions(props: PageVersionsProps) {
  const [isOpen, setOpen] = useState(() => currentHash().includes('/versions/'))
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group mt-6 rounded-xl border border-straw bg-paper"
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-between px-4 font-semibold">
        Versions
        <ChevronDown aria-hidden="true" className="size-5 text-bark-deep group-open:rotate-180" />
      </summary>
      {isOpen && <VersionList {...props} />}
    </details>
  )
}

function VersionList(props: PageVersionsProps) {
  const versions = useQuery({
    ...query(pages.versions, { params: { id: props.page.id } }),
    staleTime: 0,
    gcTime: 0,
  })
  const { data, error } = versions
  if (error && !data)
    return <PartFailed text="The versions could not be loaded:" query={versions} />
  if (!data) return <p className="px-4 pb-4 text-bark-deep">Loading versions…</p>
  if (data.length < 2)
    return (
      <p className="px-4 pb-4 text-bark-deep">
        Every save keeps what the page said before. There is nothing older yet.
      </p>
    )
  return (
    <ol className="px-4 pb-2">
      {data.map((version, index) => (
        <VersionRow key={version.id} version={version} isNow={index === 0} {...props} />
      ))}
    </ol>
  )
}

type RowProps = PageVersionsProps & { version: PageVersion; isNow: boolean }

function VersionRow({ version, isNow, ...props }: RowProps) {
  const { formatMoment } = useFarmDates()
  const moment = formatMoment(version.at)
  const parent = `pages/${props.page.id}`
  const address = `${parent}/versions/${version.id}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-straw py-2">
      <span className="min-w-0 grow basis-48">
        <span className="block font-semibold wrap-anywhere">{version.title}</span>
        <span className="block text-[0.9375rem] text-bark-deep">
          <time dateTime={version.at}>{moment}</time> · {formatSaver(version)}
        </span>
      </span>
      {isNow ? (
        <Badge>Now</Badge>
      ) : (
        <>
          <Button
            variant="quiet"
            aria-label={`Look at it: the version of ${moment}`}
            onClick={() => openDialog(address)}
          >
            Look at it
          </Button>
          <DialogAt address={address} parent={parent}>
            {(dialog) => <VersionDialog {...dialog} {...props} version={version} />}
          </DialogAt>
        </>
      )}
    </li>
  )
}
