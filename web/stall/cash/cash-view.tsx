import { useStall } from '../use-stall.ts'

export function CashView() {
  const { day } = useStall()
  return <p className="py-6 text-bark-deep">{day?.marketDay.placeName}</p>
}
