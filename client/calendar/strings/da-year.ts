/** The texts of the year in Danish, which are loaded with it. */
export const da = {
  /** How the keys work in the year. */
  yearKeyboardHelp:
    'Piletaster: skift måned. Page Up/Down: skift år. Home/End: årets første og sidste måned. Enter: åbn måneden.',
};
