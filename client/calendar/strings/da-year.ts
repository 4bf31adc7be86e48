/** The Danish texts of the year, loaded with its code. */
export const da = {
  /** How the keys work in the year. */
  yearKeyboardHelp:
    'Piletaster: skift måned. Page Up/Down: skift år. Home/End: årets første og sidste måned. Enter: åbn måneden.',
};
