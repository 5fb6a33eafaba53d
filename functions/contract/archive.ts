/** How fine the archive's ends are: what is put below `keep-{n}/` is removed after n times so many days. */
export const ARCHIVE_STEP_DAYS = 30

/** Ten years in such steps. */
export const MAX_ARCHIVE_STEPS = 121
