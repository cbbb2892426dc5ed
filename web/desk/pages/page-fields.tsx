import type { Page } from '#contract/pages.ts'
import { MAX_SLUG_LENGTH } from '#contract/slug.ts'
import { TextField } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { FieldErrors } from '../shared/form-errors.ts'
import { ContentField } from './content/content-field.tsx'
import type { TypedPage } from './page-draft.ts'
import { SlugField } from './slug-field.tsx'

type PageFieldsProps = {
  page: Page | null
  typed: TypedPage
  taken: ReadonlySet<string>
  errors: FieldErrors
  onType: (change: Partial<TypedPage>) => void
}

export function PageFields({ page, typed, taken, errors, onType }: PageFieldsProps) {
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 md:grid-cols-2 md:gap-x-4">
        <TextField
          label="Title"
          name="title"
          required
          maxLength={MAX_SLUG_LENGTH}
          autoComplete="off"
          value={typed.title}
          onChange={(event) => onType({ title: event.target.value })}
          error={errors.title}
        />
        <SlugField page={page} typed={typed} taken={taken} error={errors.slug} onSlug={(slug) => onType({ slug })} />
      </div>
      <TextField
        label="Meta description"
        name="metaDescription"
        maxLength={300}
        autoComplete="off"
        hint="One sentence under the title; search engines and shared links show it too."
        value={typed.metaDescription}
        onChange={(event) => onType({ metaDescription: event.target.value })}
        error={errors.metaDescription}
      />
      {page && <PublishedSwitch isActive={typed.isActive} onChange={(isActive) => onType({ isActive })} />}
      <ContentField value={typed.content} error={errors.content} onChange={(content) => onType({ content })} />
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
