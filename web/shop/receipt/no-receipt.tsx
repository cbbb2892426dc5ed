import emptyCrate from '#web/drawings/empty-crate.svg?no-inline'
import { buttonLook } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export function NoReceipt() {
  return (
    <div className="wrap grid justify-items-center gap-4 py-20 text-center sm:py-28">
      <PageHead title="Receipt Not Found" description="There is no such receipt at Farmstand." isListed={false} />
      <img src={emptyCrate} alt="" width={160} height={110} className="w-44" />
      <h1 className="text-4xl sm:text-5xl">Receipt Not Found</h1>
      <p className="max-w-[44ch] text-bark-deep">There is no receipt at this address. Please copy the whole link.</p>
      <a href="/" className={buttonLook({}, 'mt-2')}>
        Return to Home
      </a>
    </div>
  )
}
