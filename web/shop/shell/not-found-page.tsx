import emptyCrate from '#web/drawings/empty-crate.svg?no-inline'
import { buttonLook } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/** Any path that is no page (specification, section 2). */
export function NotFoundPage() {
  return (
    <div className="wrap grid justify-items-center gap-4 py-20 text-center sm:py-28">
      <PageHead title="404 Page Not Found" description="There is no such page at Farmstand." isListed={false} />
      <img src={emptyCrate} alt="" width={160} height={110} className="w-44" />
      <h1 className="text-4xl sm:text-5xl">404 Page Not Found</h1>
      <p className="max-w-[44ch] text-bark-deep">
        This crate is empty. If you are building this page: did you forget to add it to the router?
      </p>
      <a href="/" className={buttonLook({}, 'mt-2')}>
        Return to Home
      </a>
    </div>
  )
}
