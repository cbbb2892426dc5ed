export const NEXT_PICKUP = 'next-pickup'
