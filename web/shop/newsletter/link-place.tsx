import type { ReactNode } from 'react'
import { buttonLook } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

type LinkPlaceProps = {
  title: string
  text: string
  press?: string
  children?: ReactNode
}

/** Where a link in a mail leads. Programs follow links too, so nothing happens before a person presses the button; it needs no script. */
export function LinkPlace({ title, text, press, children }: LinkPlaceProps) {
  return (
    <div className="wrap grid justify-items-center gap-4 py-20 text-center sm:py-28">
      <PageHead title={`${title} – Farmstand`} description="The Farmstand newsletter." isListed={false} />
      <h1 className="text-4xl sm:text-5xl">{title}</h1>
      <p className="max-w-[44ch] text-bark-deep">{text}</p>
      {press && (
        <form method="post" className="mt-2">
          <input type="hidden" name="from" value="page" />
          <button type="submit" className={buttonLook({ size: 'lg' })}>
            {press}
          </button>
        </form>
      )}
      {children ?? (
        <a href="/" className={buttonLook(press ? { variant: 'plain' } : {}, 'mt-2')}>
          Return to Home
        </a>
      )}
    </div>
  )
}
