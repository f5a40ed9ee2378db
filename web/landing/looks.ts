export const page = 'mx-auto w-full max-w-300 px-5 md:px-8'
export const sectionTitle = 'text-3xl leading-tight font-semibold tracking-tight text-balance'
