/** Emoji by the short names that the API takes, in the order of a keyboard's pages. */
const names = `
thumbsup thumbsdown tada heart rocket eyes fire smile laughing confused
grinning grin joy rofl smiley sweat_smile wink blush yum sunglasses heart_eyes kissing_heart kissing
hugging thinking neutral_face expressionless no_mouth rolling_eyes smirk persevere
disappointed_relieved open_mouth zipper_mouth hushed sleepy tired_face sleeping relieved
stuck_out_tongue stuck_out_tongue_winking_eye drooling_face unamused sweat pensive upside_down
money_mouth astonished slight_frown slight_smile confounded disappointed worried triumph cry sob
frowning anguished fearful weary grimacing cold_sweat scream flushed dizzy_face rage angry mask
thermometer_face head_bandage nauseated_face sneezing_face innocent cowboy clown lying_face nerd
smiling_imp imp skull skull_crossbones ghost alien robot poop smiley_cat smile_cat joy_cat
heart_eyes_cat smirk_cat kissing_cat scream_cat crying_cat_face pouting_cat see_no_evil
hear_no_evil speak_no_evil star_struck exploding_head shushing_face partying_face pleading_face
wave raised_hand hand_splayed vulcan ok_hand v fingers_crossed metal call_me point_left
point_right point_up point_up_2 point_down fist left_facing_fist right_facing_fist punch clap
raised_hands open_hands palms_up handshake pray writing_hand nail_care selfie muscle ear nose eye
tongue lips baby boy girl man woman older_man older_woman cop guardsman detective
construction_worker ninja shrug facepalm bow information_desk_person raising_hand walking running
dancer couple family sparkling_heart heartbeat broken_heart two_hearts heartpulse blue_heart
green_heart yellow_heart purple_heart black_heart orange_heart gift_heart revolving_hearts
heart_decoration heart_exclamation love_letter cupid 100 anger bomb boom sweat_drops dash hole
speech_balloon thought_balloon zzz
monkey_face monkey gorilla dog poodle wolf fox cat lion_face tiger leopard horse racehorse unicorn
zebra deer cow ox water_buffalo pig boar ram sheep goat dromedary_camel camel elephant rhino mouse
rat hamster rabbit chipmunk bear koala panda_face turkey chicken rooster hatching_chick baby_chick
bird penguin dove eagle duck owl bat frog crocodile turtle lizard snake dragon_face dragon whale
dolphin fish tropical_fish blowfish shark octopus shell crab shrimp squid snail butterfly bug ant
bee beetle cricket spider spider_web scorpion
bouquet cherry_blossom rosette rose wilted_rose hibiscus sunflower blossom tulip seedling
evergreen_tree deciduous_tree palm_tree cactus ear_of_rice herb shamrock four_leaf_clover
maple_leaf fallen_leaf leaves mushroom
grapes melon watermelon tangerine lemon banana pineapple apple green_apple pear peach cherries
strawberry kiwi tomato coconut avocado eggplant potato carrot corn hot_pepper cucumber peanuts
chestnut bread croissant french_bread pancakes cheese meat_on_bone poultry_leg bacon hamburger
fries pizza hotdog sandwich taco burrito egg cooking stew salad popcorn bento rice_cracker
rice_ball rice curry ramen spaghetti sweet_potato oden sushi fried_shrimp fish_cake dango icecream
shaved_ice ice_cream doughnut cookie birthday cake chocolate_bar candy lollipop custard honey_pot
baby_bottle milk coffee tea sake champagne wine_glass cocktail tropical_drink beer beers
champagne_glass tumbler_glass fork_and_knife fork_knife_plate spoon amphora
earth_africa earth_americas earth_asia globe_with_meridians map compass mountain mountain_snow
volcano mount_fuji camping beach desert island park stadium classical_building construction
construction_site homes house house_with_garden office hospital bank hotel school factory castle
wedding tokyo_tower statue_of_liberty church tent foggy night_with_stars cityscape
sunrise_over_mountains sunrise city_dusk city_sunset bridge_at_night hotsprings carousel_horse
ferris_wheel roller_coaster circus_tent
steam_locomotive bullettrain_side train metro light_rail station tram bus ambulance fire_engine
police_car taxi red_car blue_car truck tractor bike scooter motor_scooter motorcycle busstop
railway_track fuelpump rotating_light traffic_light vertical_traffic_light octagonal_sign anchor
sailboat canoe speedboat cruise_ship ferry motorboat ship airplane airplane_small
airplane_departure airplane_arriving seat helicopter satellite satellite_orbital bellhop
hourglass hourglass_flowing_sand watch alarm_clock stopwatch timer clock new_moon
first_quarter_moon full_moon last_quarter_moon crescent_moon new_moon_with_face thermometer sunny
full_moon_with_face sun_with_face star star2 stars cloud partly_sunny thunder_cloud_rain
white_sun_small_cloud cloud_rain cloud_snow cloud_lightning cloud_tornado fog wind_blowing_face
cyclone rainbow closed_umbrella umbrella umbrella2 zap snowflake snowman snowman2 comet droplet
ocean
jack_o_lantern christmas_tree fireworks sparkler sparkles balloon confetti_ball tanabata_tree
bamboo dolls flags wind_chime rice_scene ribbon gift reminder_ribbon tickets ticket
military_medal trophy medal first_place second_place third_place soccer baseball basketball
volleyball football rugby_football tennis bowling cricket_game hockey ping_pong badminton boxing_glove
martial_arts_uniform goal golf ice_skate fishing_pole_and_fish running_shirt_with_sash ski dart
8ball crystal_ball video_game joystick slot_machine game_die jigsaw spades hearts diamonds clubs
performing_arts frame_photo art
eyeglasses necktie shirt jeans dress kimono bikini womans_clothes purse handbag pouch
shopping_bags school_satchel mans_shoe athletic_shoe high_heel sandal boot crown womans_hat tophat
mortar_board helmet_with_cross prayer_beads lipstick ring gem mute speaker sound loud_sound
loudspeaker mega postal_horn bell no_bell musical_score musical_note notes microphone2
level_slider control_knobs microphone headphones radio saxophone guitar musical_keyboard trumpet
violin drum iphone calling telephone telephone_receiver pager fax battery electric_plug computer
desktop printer keyboard mouse_three_button trackball minidisc floppy_disk cd dvd movie_camera
film_frames projector clapper tv camera camera_with_flash video_camera vhs mag mag_right candle
bulb flashlight izakaya_lantern notebook_with_decorative_cover closed_book book green_book
blue_book orange_book books notebook ledger page_with_curl scroll page_facing_up newspaper
newspaper2 bookmark_tabs bookmark label moneybag yen dollar euro pound money_with_wings
credit_card chart envelope e-mail incoming_envelope envelope_with_arrow outbox_tray inbox_tray
package mailbox mailbox_closed mailbox_with_mail postbox ballot_box pencil2 black_nib
pen_fountain pen_ballpoint paintbrush crayon pencil briefcase file_folder open_file_folder
dividers date calendar notepad_spiral calendar_spiral card_index chart_with_upwards_trend
chart_with_downwards_trend bar_chart clipboard pushpin round_pushpin paperclip paperclips
straight_ruler triangular_ruler scissors card_box file_cabinet wastebasket lock unlock
lock_with_ink_pen closed_lock_with_key key key2 hammer pick hammer_pick tools dagger crossed_swords
gun bow_and_arrow shield wrench nut_and_bolt gear compression scales link chains alembic
microscope telescope syringe pill door bed couch toilet shower bathtub shopping_cart smoking coffin
urn moyai
atm put_litter_in_its_place potable_water wheelchair mens womens restroom baby_symbol wc
passport_control customs baggage_claim left_luggage warning children_crossing no_entry
no_entry_sign no_bicycles no_smoking do_not_litter non-potable_water no_pedestrians
no_mobile_phones underage radioactive biohazard arrow_up arrow_upper_right arrow_right
arrow_lower_right arrow_down arrow_lower_left arrow_left arrow_upper_left arrow_up_down
left_right_arrow leftwards_arrow_with_hook arrow_right_hook arrow_heading_up arrow_heading_down
arrows_clockwise arrows_counterclockwise back end on soon top atom aries taurus gemini cancer leo
virgo libra scorpius sagittarius capricorn aquarius pisces ophiuchus twisted_rightwards_arrows
repeat repeat_one arrow_forward fast_forward track_next play_pause arrow_backward rewind
track_previous arrow_up_small arrow_double_up arrow_down_small arrow_double_down pause_button
stop_button record_button eject cinema low_brightness high_brightness signal_strength
vibration_mode mobile_phone_off recycle trident name_badge beginner o white_check_mark
ballot_box_with_check heavy_check_mark heavy_multiplication_x x negative_squared_cross_mark
heavy_plus_sign heavy_minus_sign heavy_division_sign curly_loop loop part_alternation_mark
eight_spoked_asterisk eight_pointed_black_star sparkle bangbang interrobang question
grey_question grey_exclamation exclamation wavy_dash copyright registered tm hash zero one two
three four five six seven eight nine keycap_ten capital_abcd abcd 1234 symbols abc a ab b cl cool
free information_source id m new ng o2 ok parking sos up vs red_circle large_blue_circle
white_circle black_circle white_large_square black_large_square large_orange_diamond
large_blue_diamond small_orange_diamond small_blue_diamond small_red_triangle
small_red_triangle_down diamond_shape_with_a_dot_inside radio_button white_square_button
black_square_button checkered_flag triangular_flag_on_post crossed_flags flag_black flag_white
rainbow_flag
`;

const known: ReadonlySet<string> = new Set(names.split(/\s+/).filter(Boolean));

const aliases: Readonly<Record<string, string>> = { '+1': 'thumbsup', '-1': 'thumbsdown' };

/** The name under which an emoji is kept; undefined for one that is none. */
export function emojiNamed(given: string): string | undefined {
  const name = aliases[given] ?? given;
  return known.has(name) ? name : undefined;
}
