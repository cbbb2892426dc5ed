import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, Pencil } from 'lucide-react'
import { useState } from 'react'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import {
  type CategoryChange,
  categoryDraft,
  type OwnCategory,
  ownCategories,
} from '#contract/products/own-categories.ts'
import { formatList } from '#contract/text/format-list.ts'
import { call } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { CardList, CardRow, QueryStates } from '../shared/card.tsx'
import { type DialogProps, useDraft } from '../shared/dialog-at.tsx'
import { errorsIn, useCheckedForm } from '../shared/edit-form.ts'
import { IconButton } from '../shared/icon-button.tsx'
import { MoveButtons } from '../shared/move-buttons.tsx'
import { useChange } from '../shared/use-change.ts'
import { PRODUCT_LISTS } from './products-query.ts'
import { ownCategoriesQuery } from './use-categories.ts'

export function CategoriesDialog({ open, onClose }: DialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Categories"
      description={`${formatList(PRODUCT_CATEGORIES)} come first in the shop. Your own follow.`}
    >
      <QueryStates
        loading="Loading categories..."
        failed="Failed to load categories. Please try again."
        query={useQuery({ ...ownCategoriesQuery, staleTime: 0 })}
      >
        {(own) => (
          <>
            {own.length > 0 && (
              <CardList className="mb-5">
                {own.map((category) => (
                  <CategoryRow key={category.id} category={category} count={own.length} />
                ))}
              </CardList>
            )}
            <NameForm key={own.length} id={null} first="" action="Add" />
            <p className="mt-3 text-[0.9375rem] text-bark-deep">
              A category shows in the shop once a product has it. Hide one to take it out of the
              filters; its products stay for sale.
            </p>
          </>
        )}
      </QueryStates>
    </Dialog>
  )
}

function CategoryRow({ category, count }: { category: OwnCategory; count: number }) {
  const { id, name, position, hidden } = category
  const [isRenamed, setRenamed] = useState(false)
  const change = useSaveCategory(id, 'Category changed')
  if (isRenamed)
    return (
      <CardRow className="p-3">
        <NameForm id={id} first={name} action="Save" onDone={() => setRenamed(false)} />
      </CardRow>
    )
  return (
    <CardRow className="flex flex-wrap items-center justify-end gap-x-2 py-1.5 pr-1.5 pl-4">
      <span className="min-w-0 grow font-semibold wrap-anywhere">
        {name} {hidden && <Badge variant="outline">Hidden</Badge>}
      </span>
      <span className="flex">
        <MoveButtons
          name={name}
          index={position - 1}
          count={count}
          onMove={(by) => change.mutate({ position: position + by, base: { position } })}
        />
        <IconButton
          tip={hidden ? 'Show' : 'Hide'}
          label={hidden ? `Show ${name}` : `Hide ${name}`}
          Icon={hidden ? Eye : EyeOff}
          onClick={() => change.mutate({ hidden: !hidden, base: { hidden } })}
        />
        <IconButton
          tip="Rename"
          label={`Rename ${name}`}
          Icon={Pencil}
          onClick={() => setRenamed(true)}
        />
      </span>
    </CardRow>
  )
}

type NameFormProps = { id: number | null; first: string; action: string; onDone?: () => void }

function NameForm({ id, first, action, onDone = () => {} }: NameFormProps) {
  const [name, setName] = useDraft(`name-${id ?? 'new'}`, first)
  const save = useSaveCategory(id, id === null ? 'Category added' : 'Category renamed', onDone)
  const { form, send, field } = useCheckedForm(save)
  const submit = () => {
    const base = id === null ? {} : { base: { name: first } }
    send(errorsIn(categoryDraft.safeParse({ name })), { name, ...base })
  }
  return (
    <Form
      ref={form}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
      onSubmit={submit}
    >
      <TextField
        label={id === null ? 'New category' : `New name for ${first}`}
        required
        maxLength={40}
        {...field('name', name, setName)}
      />
      <Button type="submit" busy={save.isPending}>
        {action}
      </Button>
    </Form>
  )
}

function useSaveCategory(id: number | null, done: string, onDone?: () => void) {
  return useChange({
    send: (change: CategoryChange): Promise<OwnCategory> =>
      id === null
        ? call(ownCategories.create, { body: { name: change.name ?? '' } })
        : call(ownCategories.update, { params: { id }, body: change }),
    done,
    failed: 'The category was not saved',
    refreshes: [ownCategories.list, ...PRODUCT_LISTS],
    ...(onDone ? { onDone } : {}),
  })
}
