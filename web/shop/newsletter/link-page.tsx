import type { ReactNode } from 'react'
import { useSettings } from '#web/api/shop-queries.ts'
import { PageHead } from '#web/head/page-head.tsx'
import { buttonLook } from '#web/ui/button.tsx'

type LinkPageProps = {
  title: string
  text: string
  press?: string
  sent?: [name: string, value: string]
  of?: string
  /** Above the button. */
  details?: ReactNode
  children?: ReactNode
}

/** Programs open emailed links too, so only pressing the button acts. It needs no script. */
export function LinkPage({
  title,
  text,
  press,
  sent: [name, value] = ['from', 'page'],
  of = 'newsletter',
  details,
  children,
}: LinkPageProps) {
  const farm = useSettings()('farm_name')
  return (
    <div className="wrap grid justify-items-center gap-4 py-20 text-center sm:py-28">
      <PageHead title={`${title} – ${farm}`} description={`The ${farm} ${of}.`} isListed={false} />
      <h1 className="text-4xl sm:text-5xl">{title}</h1>
      <p className="max-w-[44ch] text-bark-deep">{text}</p>
      {details}
      {press && (
        <form method="post" className="mt-2">
          <input type="hidden" name={name} value={value} />
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
