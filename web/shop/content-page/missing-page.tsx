import emptyCrate from '#web/drawings/empty-crate.svg?no-inline'
import { buttonLook } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/** A content page that is not there, or not yet (specification, section 8). */
export function MissingPage() {
  return (
    <div className="wrap grid justify-items-center gap-4 py-20 text-center sm:py-28">
      <PageHead title="Page Not Found – Farmstand" description="There is no such page at Farmstand." isListed={false} />
      <img src={emptyCrate} alt="" width={160} height={110} className="w-44" />
      <h1 className="text-4xl sm:text-5xl">Page Not Found</h1>
      <p className="max-w-[44ch] text-bark-deep">
        This page was moved or removed. The shop is right where it always was.
      </p>
      <a href="/" className={buttonLook({}, 'mt-2')}>
        Return to Home
      </a>
    </div>
  )
}
