import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ActBar } from '../frame/act-bar.tsx'
import { BackToClose } from './back-to-close.tsx'

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
      className="mx-auto grid max-w-xl gap-3 pt-1"
    >
      <BackToClose />
      <h2 className="text-2xl">{title}</h2>
      <p className="text-bark-deep">{hint}</p>
      {children}
      <ActBar>
        {notice && (
          <p role="status" className="text-center font-semibold">
            {notice}
          </p>
        )}
        <Button type="submit" size="lg" disabled={!isReady}>
          {save}
        </Button>
      </ActBar>
    </form>
  )
}
