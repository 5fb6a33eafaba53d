/** Granularity of archive retention: an object below `keep-{n}/` is removed after n times this many days. */
export const ARCHIVE_RETENTION_STEP_DAYS = 30

export const MAX_ARCHIVE_RETENTION_STEPS = 121
