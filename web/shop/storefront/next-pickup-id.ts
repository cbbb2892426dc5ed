/** Of the line under the header, which the server writes and the browser keeps true. */
export const NEXT_PICKUP = 'next-pickup'
