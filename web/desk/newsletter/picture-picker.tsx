import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { writePictureLine } from '#contract/letter-picture.ts'
import { pictureName } from '#contract/pictures.ts'
import { type Product, products } from '#contract/products.ts'
import { includesWords } from '#contract/word-forms.ts'
import { query } from '#web/api/query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { ListEmpty, ListFailed, ListLoading } from '../shared/list-states.tsx'
import { ToolSearch } from '../shared/toolbar.tsx'

/** The most shown at once; the search finds the rest. */
const MAX_SHOWN = 60

type PicturePickerProps = DialogProps & { onPick: (line: string) => void }

export function PicturePicker({ open, onClose, onPick }: PicturePickerProps) {
  const list = useQuery(query(products.list))
  const pick = (product: Product) => {
    onPick(writePictureLine(product))
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Picture from the shelf"
      description="It takes readers to the product’s page. If their email hides pictures, they see its name instead."
      place="wide"
    >
      {list.data && <PictureChoices list={list.data} onPick={pick} />}
      {list.isPending && <ListLoading text="Loading products..." />}
      {list.error && !list.data && (
        <ListFailed text="The products could not be loaded." query={list} />
      )}
    </Dialog>
  )
}

type ChoicesProps = { list: readonly Product[]; onPick: (product: Product) => void }

function PictureChoices({ list, onPick }: ChoicesProps) {
  const [text, setText] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const shown = list.filter(({ imageUrl }) => imageUrl && pictureName(imageUrl))
  const found = shown.filter(({ name }) => includesWords(name, text))
  if (shown.length === 0)
    return <ListEmpty text="No product has a picture yet. Add one under Products." />
  return (
    <div className="grid gap-4">
      <ToolSearch ref={search} label="Find a product" value={text} onType={setText} />
      {found.length === 0 && <ListEmpty text="No product found." />}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {found.slice(0, MAX_SHOWN).map((product) => (
          <li key={product.id}>
            <button
              type="button"
              onClick={() => onPick(product)}
              className="grid h-full w-full content-start gap-2 rounded-2xl border border-straw bg-card p-2 text-left hover:border-leaf"
            >
              <Picture
                url={product.imageUrl}
                use="thumb"
                className="aspect-4/3 w-full rounded-xl"
              />
              <span className="leading-snug font-semibold wrap-anywhere">{product.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > MAX_SHOWN && (
        <p className="text-bark-deep">
          {(found.length - MAX_SHOWN).toLocaleString('en-US')} more: search for a name.
        </p>
      )}
    </div>
  )
}
