import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonLook } from '#web/ui/button.tsx'

type GoodsPageProps = {
  title: string
  hint: string
  /** The line under the button: what is wrong, or that it is saved. */
  notice: string | null
  save: string
  isReady: boolean
  onSave: () => void
  children: ReactNode
}

export function GoodsPage({
  title,
  hint,
  notice,
  save,
  isReady,
  onSave,
  children,
}: GoodsPageProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
      className="grid gap-3 pt-3"
    >
      <a
        href="#close"
        className={buttonLook({ variant: 'plain', size: 'sm' }, 'justify-self-start -ml-3')}
      >
        <ChevronLeft aria-hidden="true" className="size-5" /> Cash
      </a>
      <h2 className="text-2xl">{title}</h2>
      <p className="text-bark-deep">{hint}</p>
      {children}
      <div className="sticky bottom-0 -mx-3 grid gap-1 border-t border-straw bg-paper px-3 py-3">
        {notice && (
          <p role="status" className="text-center font-semibold">
            {notice}
          </p>
        )}
        <Button type="submit" size="lg" disabled={!isReady}>
          {save}
        </Button>
      </div>
    </form>
  )
}
