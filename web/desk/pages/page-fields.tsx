import { PAGE_FIELDS, type Page } from '#contract/pages.ts'
import { MAX_SLUG_LENGTH } from '#contract/slug.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Field, inputLook } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { FieldErrors } from '../shared/checked-form.ts'
import { FormField, fieldsOf } from '../shared/form-fields.tsx'
import { ContentField } from './content/content-field.tsx'
import { comingSlug, type TypedPage } from './page-draft.ts'

type PageFieldsProps = {
  page: Page | null
  typed: TypedPage
  taken: ReadonlySet<string>
  errors: FieldErrors
  onType: (change: Partial<TypedPage>) => void
}

export function PageFields({ page, typed, taken, errors, onType }: PageFieldsProps) {
  const field = fieldsOf(PAGE_FIELDS, { typed, onType, errors })
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 md:grid-cols-2 md:gap-x-4">
        <FormField {...field('title')} />
        <SlugField
          page={page}
          typed={typed}
          taken={taken}
          error={errors.slug}
          onSlug={(slug) => onType({ slug })}
        />
      </div>
      <FormField
        {...field('metaDescription')}
        hint="One sentence under the title; search engines and shared links show it too."
      />
      {page && (
        <PublishedSwitch isActive={typed.isActive} onChange={(isActive) => onType({ isActive })} />
      )}
      <ContentField
        value={typed.content}
        error={errors.content}
        onChange={(content) => onType({ content })}
      />
    </div>
  )
}

type PublishedSwitchProps = { isActive: boolean; onChange: (isActive: boolean) => void }

function PublishedSwitch({ isActive, onChange }: PublishedSwitchProps) {
  return (
    <div className="flex items-center justify-between gap-4 rounded-2xl border border-straw bg-paper px-4 py-3">
      <div>
        <p className="font-semibold">Published</p>
        <p className="text-[0.9375rem] text-bark-deep">
          {isActive
            ? 'Everyone can read it; it is linked at the bottom of the shop.'
            : 'A draft: only you can read it, while you are signed in.'}
        </p>
      </div>
      <Switch label="Published" checked={isActive} onChange={onChange} />
    </div>
  )
}

type SlugFieldProps = {
  page: Page | null
  typed: TypedPage
  taken: ReadonlySet<string>
  error: string | undefined
  onSlug: (slug: string | null) => void
}

/**
 * The last part of the page's address: as the title makes it, until
 * the farmer writes another; left empty, the title makes it again.
 */
function SlugField({ page, typed, taken, error, onSlug }: SlugFieldProps) {
  const shown = comingSlug(typed, taken)
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

/** The frame stands around the whole address, so the input has none of its own. */
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
