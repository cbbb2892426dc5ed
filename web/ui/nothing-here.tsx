import emptyCrate from '#web/drawings/empty-crate.svg?no-inline'
import { PageHead } from '#web/head/page-head.tsx'
import { buttonLook } from './button.tsx'

type NothingHereProps = { title: string; headTitle?: string; description: string; text: string }

export function NothingHere({ title, headTitle = title, description, text }: NothingHereProps) {
  return (
    <div className="wrap grid justify-items-center gap-4 py-20 text-center sm:py-28">
      <PageHead title={headTitle} description={description} isListed={false} />
      <img src={emptyCrate} alt="" width={160} height={110} className="w-44" />
      <h1 className="text-4xl sm:text-5xl">{title}</h1>
      <p className="max-w-[44ch] text-bark-deep">{text}</p>
      <a href="/" className={buttonLook({}, 'mt-2')}>
        Return to Home
      </a>
    </div>
  )
}
