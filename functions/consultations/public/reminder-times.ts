/**
 * Later than this before the start nobody is sent the reminder of the day before any more, whatever has held it up: that
 * of the hour before follows soon, and of two mails in a row neither is read.
 */
export const LATEST_DAY_REMINDER_HOURS = 3
