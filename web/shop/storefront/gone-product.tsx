import emptyCrate from '#web/drawings/empty-crate.svg?no-inline'
import { Button } from '#web/ui/button.tsx'

export function GoneProduct({ onLeave }: { onLeave: () => void }) {
  return (
    <div className="grid justify-items-center gap-4 py-10 text-center text-lg">
      <img src={emptyCrate} alt="" width={160} height={110} className="w-44" />
      <p>This product is no longer for sale.</p>
      <Button onClick={onLeave}>Back to the shop</Button>
    </div>
  )
}
